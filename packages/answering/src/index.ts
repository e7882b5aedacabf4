export { createCitationWriter, finishCitations } from './citations/cite-answer.ts';
export { createMarkerReader, type MarkerOutput } from './citations/markers.ts';
export { listTableAnswers, type NumberedHit, type PromptHit } from './passages.ts';
export { buildPrompt } from './prompt/build-prompt.ts';
