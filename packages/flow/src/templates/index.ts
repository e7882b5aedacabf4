import { documentAnswers } from './document-answers.ts';
import { meetingNotes } from './meeting-notes.ts';
import { nightlyDigest } from './nightly-digest.ts';
import { onboarding } from './onboarding.ts';
import { reportWriter } from './report-writer.ts';
import { supportDesk } from './support-desk.ts';
import { tableQuestions } from './table-questions.ts';
import type { FlowTemplate } from './template.ts';
import { translation } from './translation.ts';
import { triage } from './triage.ts';
import { webResearch } from './web-research.ts';

/** Every template, in the order in which the dialog offers them. */
const all: readonly FlowTemplate[] = [
  supportDesk,
  documentAnswers,
  tableQuestions,
  webResearch,
  reportWriter,
  triage,
  onboarding,
  translation,
  meetingNotes,
  nightlyDigest,
];

export const flowTemplates: ReadonlyMap<string, FlowTemplate> = new Map(all.map((one) => [one.id, one]));
