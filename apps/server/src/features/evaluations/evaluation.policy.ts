import { definePartPolicy } from '../knowledge-bases/knowledge-base.policy.ts';
import type { EvaluationQuestionRow, EvaluationRunRow, EvaluationSetRow } from './evaluation.table.ts';

export const evaluationSetPolicy = definePartPolicy<EvaluationSetRow>('evaluation.set_not_found');
export const evaluationQuestionPolicy = definePartPolicy<EvaluationQuestionRow>(
  'evaluation.question_not_found',
);
export const evaluationRunPolicy = definePartPolicy<EvaluationRunRow>('evaluation.run_not_found');
