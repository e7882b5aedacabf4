export {
  type ConverterOptions,
  createConverter,
  createPageLayout,
  findLibreOffice,
  type InstalledLibreOffice,
  type LayOutPages,
  openConverter,
  openPageLayout,
} from './libreoffice.ts';
export { findOptionalPrograms, type OptionalProgram, type ProgramPlaces } from './optional-programs.ts';
export {
  type ListPagesTask,
  listPagesOfFile,
  type RecognisePagesTask,
  recognisePagesOfFile,
} from './recognise-file.ts';
export {
  findRecognitionEngine,
  openRecogniser,
  type RecognitionEngine,
  type RecognitionPlaces,
  recognisedLanguages,
} from './recognition.ts';
export { findTesseract, type InstalledTesseract } from './tesseract.ts';
export type { OcrLanguage } from './tesseract-data.ts';
