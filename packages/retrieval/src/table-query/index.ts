export { readQueryAnswer, writeQueryPrompt, writeRetry } from './ask-model.ts';
export { type CheckedQuery, checkTableQuery } from './check-query.ts';
export { rankTables } from './rank-tables.ts';
export { type KnownValue, type RuleInput, readQuestion } from './rules/rules.ts';
export { foldText as foldTableText, namesTable } from './rules/tokens.ts';
export { findColumn, isNumeric, type QueryColumn, type QueryTable } from './table.ts';
export { writeAnswer, writeAnswerPassage, writeResultTable } from './write-result.ts';
