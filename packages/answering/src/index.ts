export type { AskModel, DoneBy } from './ask-model.ts';
export { createCitationWriter, finishCitations } from './citations/cite-answer.ts';
export { createMarkerReader, type MarkerOutput } from './citations/markers.ts';
export { placeCitations } from './citations/place-citations.ts';
export { checkAnswer } from './claims/check-answer.ts';
export { citeCurated } from './curated/cite-curated.ts';
export { matchCurated, type QuestionSignature, signQuestion } from './curated/match-curated.ts';
export { type ExpectedAnswer, judgeAnswer } from './evaluation/judge-answer.ts';
export { gradePassages } from './grading/grade-passages.ts';
export { extractGuide } from './guide/extract-guide.ts';
export type { GuidePassage, StudyGuide } from './guide/study-guide.ts';
export { askForGuide, readGuide } from './guide/write-guide.ts';
export { groupQuestions } from './insights/group-questions.ts';
export { listTableAnswers, type NumberedHit, type PromptHit } from './passages.ts';
export { buildPrompt, type Prompt } from './prompt/build-prompt.ts';
export { classifyByWords } from './question/classify-by-words.ts';
export { deriveFilter, type FilterVocabulary } from './question/derive-filter.ts';
export { chooseQuestionToAnswer, leansOnConversation, rewriteQuestion } from './question/rewrite-question.ts';
export {
  extractKeywords,
  listKeywords,
  rewordQuestion,
  type SearchVariant,
  translateQuestion,
} from './question/search-variants.ts';
export { listSpokenParts } from './speech/spoken-parts.ts';
export {
  type CallPlace,
  converseWithTools,
  longestToolResult,
  readToolCall,
  toolRules,
} from './tools/tool-loop.ts';
