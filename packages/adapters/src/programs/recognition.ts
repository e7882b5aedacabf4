import type { PictureRecogniser } from '@lectern/parsing';
import { createTesseractRecogniser, findTesseract, type InstalledTesseract } from './tesseract.ts';
import type { OcrLanguage } from './tesseract-data.ts';
import {
  createWasmRecogniser,
  findIncludedData,
  findTesseractData,
  type TesseractData,
} from './tesseract-wasm.ts';

/** Where to look for what recognises text. */
export type RecognitionPlaces = {
  /** Name or path of the Tesseract program; `tesseract` unless told. */
  tesseract?: string;
  /** Folder of `*.traineddata` files, for the program and for the engine that comes with the product. */
  dataFolder?: string;
  /** `false`: without the language data that comes with the product. */
  includedData?: boolean;
};

/** What recognises text on this machine; plain data that a parser process can be handed. */
export type RecognitionEngine =
  | { kind: 'program'; installed: InstalledTesseract }
  | { kind: 'wasm'; data: TesseractData };

/**
 * The program where it is installed, else the engine that comes with the product where language data is.
 * Undefined: pages without text cannot be read here.
 */
export async function findRecognitionEngine(
  places: RecognitionPlaces = {},
): Promise<RecognitionEngine | undefined> {
  const { tesseract: program, dataFolder } = places;
  const data = dataFolder === undefined ? undefined : await findTesseractData(dataFolder);
  // A folder without data must not keep the program from its own.
  const folder = data === undefined ? undefined : dataFolder;
  const installed = await findTesseract({ program, dataFolder: folder });
  if (installed !== undefined && installed.languages.length > 0) return { kind: 'program', installed };
  const usable = data ?? (places.includedData === false ? undefined : findIncludedData());
  return usable === undefined ? undefined : { kind: 'wasm', data: usable };
}

/** The languages that the engine can read. */
export function recognisedLanguages(engine: RecognitionEngine): OcrLanguage[] {
  return engine.kind === 'program' ? engine.installed.languages : engine.data.languages;
}

/** A recogniser for these languages, those without data left out; undefined when none is left. */
export function openRecogniser(
  engine: RecognitionEngine,
  languages: readonly OcrLanguage[],
): PictureRecogniser | undefined {
  return engine.kind === 'program'
    ? createTesseractRecogniser(engine.installed, languages)
    : createWasmRecogniser(engine.data, languages);
}
