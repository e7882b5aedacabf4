import type { Archive } from './read-archive.ts';
import { childElements, parseXml } from './xml.ts';

/** A part that another part refers to: a path inside the container, or an outside address. */
export type Relationship = { id: string; type: string; target: string; isExternal: boolean };

/** The relationships of one part of an Office Open XML container, by id; empty when it has none. */
export async function readRelationships(
  archive: Archive,
  partName: string,
): Promise<Map<string, Relationship>> {
  const slash = partName.lastIndexOf('/');
  const folder = partName.slice(0, slash + 1);
  const xml = await archive.findText(`${folder}_rels/${partName.slice(slash + 1)}.rels`);
  const relationships = new Map<string, Relationship>();
  if (xml === undefined) return relationships;
  for (const element of childElements(parseXml(xml), 'Relationship')) {
    const { Id: id, Type: type = '', Target: target = '', TargetMode: mode } = element.attributes;
    if (id === undefined) continue;
    const isExternal = mode === 'External';
    relationships.set(id, {
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: isExternal ? target : resolvePartName(folder, target),
      isExternal,
    });
  }
  return relationships;
}

/** Resolves a path against a folder inside a container; `..` never leaves the container. */
export function resolvePartName(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target;
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
