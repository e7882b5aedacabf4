export * from './document-builder.ts';
export * from './parsed-document.ts';
export * from './table-grid.ts';
