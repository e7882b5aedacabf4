export * from './parsed-document.ts';
