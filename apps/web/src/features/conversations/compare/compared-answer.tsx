import { type Citation, explainAnswer } from '@lectern/contract';
import { Button, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { Answer } from '../answer/answer.tsx';
import { type AnswerView, viewMessage, viewTurn } from '../turn/answer-view.ts';
import classes from './compare.module.css';
import type { Lane } from './use-comparison.ts';

type Props = {
  lane: Lane;
  /** What the model is called while it is not known under which name it answered. */
  modelName: string;
  conversationId: string;
  showQuote: boolean;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
  onChoose: () => void;
};

function viewLane({ turn }: Lane): AnswerView {
  if (turn.phase === 'ended' && turn.answer) return viewMessage(turn.answer, turn.reasoning);
  return viewTurn({
    ...turn,
    conversationId: '',
    hiddenIds: [],
    fileIds: [],
    documentIds: [],
    inputs: {},
    failure: null,
  });
}

/** The answer of one model with what it took, and the way to go on with it. */
export function ComparedAnswer(props: Props) {
  const { lane, conversationId, showQuote, onOpenCitation, onChoose } = props;
  const { t } = useTranslation(['share', 'chat']);
  const format = useFormat();
  const { turn } = lane;
  const answer = turn.phase === 'ended' ? turn.answer : null;
  const { data } = useApiQuery(
    explainAnswer,
    { params: { conversationId, messageId: answer?.id ?? '' } },
    { enabled: answer !== null, retry: false },
  );
  const modelName = answer?.modelName ?? props.modelName;
  const name = modelName.startsWith('built-in/') ? t('chat:form.builtInName') : modelName;
  const costs = (data?.steps ?? []).flatMap(({ cost }) => cost ?? []);
  const facts = answer && [
    answer.durationMs === null ? null : format.duration(answer.durationMs),
    answer.usage &&
      t('chat:messages.tokens', {
        count: answer.usage.completionTokens,
        formatted: format.number(answer.usage.completionTokens),
      }),
    data && costs.length > 0
      ? format.smallMoney(
          costs.reduce((sum, cost) => sum + cost, 0),
          data.currency,
        )
      : null,
  ];
  return (
    <section className={classes.column} aria-label={name}>
      <Answer
        view={viewLane(lane)}
        name={name}
        avatar={null}
        showQuote={showQuote}
        onOpenCitation={onOpenCitation}
        failure={
          lane.failure !== null && (
            <Text role="alert" c="var(--danger)">
              {describeError(lane.failure)}
            </Text>
          )
        }
      />
      {facts && (
        <Text c="dimmed" fz="xs" className="numeric">
          {facts.filter(Boolean).join(' · ')}
        </Text>
      )}
      {answer && (
        <Button
          mt="sm"
          variant="light"
          rightSection={<IconArrowRight size={16} aria-hidden />}
          onClick={onChoose}
          aria-label={`${t('compare.choose')}: ${name}`}
        >
          {t('compare.choose')}
        </Button>
      )}
    </section>
  );
}
