import { idFromPath, type ModelHints, type ModelSource } from '@lectern/adapters';
import { type CatalogueModel, embeddingPrompt } from '@lectern/models';
import type { Config } from '../../platform/config.ts';

export type Wanted = { source: ModelSource; hints: ModelHints };

const prefixes = (name: string) => ({
  query: embeddingPrompt(name, 'query'),
  document: embeddingPrompt(name, 'document'),
});

export function findInCatalogue({ localModels }: Config, id: string): CatalogueModel | undefined {
  return localModels.catalogue.find((model) => model.id === id);
}

export function fromCatalogue({
  id,
  name,
  type,
  licence,
  languages,
  repository,
  revision,
  files,
}: CatalogueModel): Wanted {
  return {
    source: { kind: 'hub', repository, revision, files },
    hints: { id, name, type, licence, languages: [...languages], prefixes },
  };
}

/** A file or folder of this machine. A model of the catalogue that was brought by hand keeps its name. */
export function fromPath(config: Config, path: string): Wanted {
  const id = idFromPath(path);
  const known = findInCatalogue(config, id);
  return { source: { kind: 'path', path }, hints: known ? fromCatalogue(known).hints : { id, prefixes } };
}
