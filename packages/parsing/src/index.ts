export * from './detect-format.ts';
export * from './document-builder.ts';
export * from './formats/index.ts';
export * from './parsed-document.ts';
export { readPdfPageCount, renderPdfPage } from './pdf/render-page.ts';
export * from './read-document.ts';
export * from './render-html.ts';
export * from './table-grid.ts';
