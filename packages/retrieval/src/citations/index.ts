export { type CitationMarker, createMarkerReader, type MarkerOutput, type MarkerReader } from './markers.ts';
export { citeStatements, findStatement, listMarkers, type NumberedPassage } from './match-statements.ts';
export { createQuoteNumbering, type NumberedQuote, type QuoteNumbering } from './number-quotes.ts';
export { findSupportingQuote, type Quote } from './supporting-quote.ts';
