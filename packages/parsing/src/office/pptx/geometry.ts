import { childElements, findChild, findDescendants, findPath, type XmlElement } from '../../archive/xml.ts';
import type { Box } from '../../parsed-document.ts';

/** A rectangle in English metric units, 12,700 to the point. */
export type Frame = { x: number; y: number; width: number; height: number };

/** Maps a shape's own coordinates to the slide's; groups scale and move what they hold. */
export type Transform = (frame: Frame) => Frame;

export const IDENTITY: Transform = (frame) => frame;

/** The frame that shape properties give, if they give one. */
export function readFrame(transform: XmlElement | undefined): Frame | undefined {
  const offset = findChild(transform, 'a:off')?.attributes;
  const extent = findChild(transform, 'a:ext')?.attributes;
  if (!offset || !extent) return undefined;
  const frame = {
    x: Number(offset.x),
    y: Number(offset.y),
    width: Number(extent.cx),
    height: Number(extent.cy),
  };
  return Object.values(frame).every(Number.isFinite) ? frame : undefined;
}

/** The transform of what a group holds. */
export function readGroupTransform(group: XmlElement, outer: Transform): Transform {
  const element = findPath(group, 'p:grpSpPr', 'a:xfrm');
  const own = readFrame(element);
  const childOffset = findChild(element, 'a:chOff')?.attributes;
  const childExtent = findChild(element, 'a:chExt')?.attributes;
  if (!own || !childOffset || !childExtent) return outer;
  const scaleX = Number(childExtent.cx) > 0 ? own.width / Number(childExtent.cx) : 1;
  const scaleY = Number(childExtent.cy) > 0 ? own.height / Number(childExtent.cy) : 1;
  return (frame) =>
    outer({
      x: own.x + (frame.x - Number(childOffset.x)) * scaleX,
      y: own.y + (frame.y - Number(childOffset.y)) * scaleY,
      width: frame.width * scaleX,
      height: frame.height * scaleY,
    });
}

/** A frame as fractions of the slide, cut at its edges. */
export function toBox(frame: Frame, page: number, slide: { width: number; height: number }): Box {
  const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
  return {
    page,
    x0: clamp(frame.x / slide.width),
    y0: clamp(frame.y / slide.height),
    x1: clamp((frame.x + frame.width) / slide.width),
    y1: clamp((frame.y + frame.height) / slide.height),
  };
}

/** Where placeholders stand when the slide itself does not say: by index and by type, as a layout has them. */
export function readPlaceholderFrames(layout: XmlElement): Map<string, Frame> {
  const frames = new Map<string, Frame>();
  for (const shape of findDescendants(layout, 'p:sp')) {
    const placeholder = findPlaceholder(shape);
    const frame = readFrame(findPath(shape, 'p:spPr', 'a:xfrm'));
    if (!placeholder || !frame) continue;
    for (const key of placeholderKeys(placeholder)) if (!frames.has(key)) frames.set(key, frame);
  }
  return frames;
}

/** The placeholder element of a shape. */
export function findPlaceholder(shape: XmlElement): XmlElement | undefined {
  const properties = childElements(shape).find((child) => /^p:nv\w*Pr$/.test(child.name));
  return findPath(properties, 'p:nvPr', 'p:ph');
}

/** Keys under which a placeholder's frame is looked up, best first. */
export function placeholderKeys(placeholder: XmlElement): string[] {
  const { idx, type = 'body' } = placeholder.attributes;
  const shared = type === 'ctrTitle' ? 'title' : type;
  return [...(idx === undefined ? [] : [`index ${idx}`]), `type ${shared}`];
}
