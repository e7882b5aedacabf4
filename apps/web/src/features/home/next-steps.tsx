import { listKnowledgeBases } from '@lectern/contract';
import { Box } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAssistants } from '../../api/assistants.ts';
import { useApiQuery } from '../../api/queries.ts';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LinkButton } from '../../ui/link.tsx';
import classes from './home.module.css';

type Step = { key: 'base' | 'upload' | 'test' | 'assistant'; done: boolean };

/** The way from nothing to an answer, ticked off by what is really there. */
export function NextSteps() {
  const { t } = useTranslation('account');
  const bases = useApiQuery(listKnowledgeBases, { query: { pageSize: 50 } });
  const assistants = useAssistants();
  if (bases.isError || assistants.isError) return null;
  if (!bases.data || !assistants.data) return <SkeletonList rows={4} height={64} />;
  const hasAssistant = assistants.data.total > 0;
  const hasChunks = bases.data.items.some((base) => base.chunkCount > 0);
  const steps: Step[] = [
    { key: 'base', done: bases.data.total > 0 },
    { key: 'upload', done: bases.data.items.some((base) => base.documentCount > 0) },
    // Nothing is kept of a test; who made an assistant over chunks is past it.
    { key: 'test', done: hasChunks && hasAssistant },
    { key: 'assistant', done: hasAssistant },
  ];
  // The newest base with something in it, else the newest: the list is in that order.
  const base = bases.data.items.find((item) => item.documentCount > 0) ?? bases.data.items[0];
  const next = steps.find((step) => !step.done);
  if (!next) return null;
  return (
    <SectionCard title={t('home.stepsTitle')} description={t('home.stepsText')}>
      <Box component="ol" className="plain-list" m={0} p={0}>
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={classes.step}
            data-done={step.done || undefined}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className={classes.tick}>
              {step.done ? <IconCheck size={15} stroke={2.4} aria-label={t('home.done')} /> : index + 1}
            </span>
            <div className={classes.stepTexts}>
              <p className={classes.stepTitle}>{t(`home.steps.${step.key}.title`)}</p>
              <Box component="p" mt={2} mx={0} mb={0} c="dimmed" fz="sm">
                {t(`home.steps.${step.key}.text`)}
              </Box>
            </div>
            {step === next && <StepButton step={step.key} baseId={base?.id} />}
          </li>
        ))}
      </Box>
    </SectionCard>
  );
}

function StepButton({ step, baseId }: { step: Step['key']; baseId: string | undefined }) {
  const { t } = useTranslation('account');
  const text = t(`home.steps.${step}.action`);
  if (step === 'assistant')
    return (
      <LinkButton to="/chat" size="xs">
        {text}
      </LinkButton>
    );
  if (step === 'base' || !baseId)
    return (
      <LinkButton to="/knowledge" size="xs">
        {text}
      </LinkButton>
    );
  return (
    <LinkButton
      to={step === 'upload' ? '/knowledge/dataset' : '/knowledge/testing'}
      search={{ id: baseId }}
      size="xs"
    >
      {text}
    </LinkButton>
  );
}
