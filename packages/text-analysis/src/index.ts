export { type TaggedWord, tagChinese } from './chinese.ts';
export { fold } from './fold.ts';
export { guessStemLanguage, type StemLanguage } from './language.ts';
export { splitSentences } from './sentences.ts';
export { stemEnglish, stemFrench } from './stemming.ts';
export { isChineseStopWord, isEnglishStopWord, isFrenchStopWord } from './stop-words.ts';
export {
  analyzeDocument,
  analyzeForIndex,
  analyzeQuery,
  analyzeQuestion,
  createTermMatcher,
  type QueryTerm,
  questionTuning,
  type TextRange,
} from './terms.ts';
export { type Token, tokenize } from './tokens.ts';
export { foldTraditional } from './traditional-chinese.ts';
