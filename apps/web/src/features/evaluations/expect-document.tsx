import { createEvaluationSet, type KnowledgeBase, type RetrievalHit } from '@lectern/contract';
import { Button, Menu } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyFailure } from '../../ui/feedback/notify.ts';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { createdSet, useEvaluationActions, useEvaluationSets } from './use-evaluations.ts';

type ExpectDocumentProps = { knowledgeBase: KnowledgeBase; question: string; hit: RetrievalHit };

/** Next to a hit of the retrieval test: its document is what the question should find. */
export function ExpectDocument({ knowledgeBase, question, hit }: ExpectDocumentProps) {
  const { t } = useTranslation('evaluation');
  const { data } = useEvaluationSets(knowledgeBase.id);
  const { addQuestion } = useEvaluationActions();
  const [naming, setNaming] = useState(false);
  const sets = data?.items ?? [];
  const expect = (evaluationSetId: string) =>
    addQuestion.mutateAsync({
      params: { evaluationSetId },
      body: { question, expected: [{ documentId: hit.documentId }] },
    });
  const add = (setId: string) => void expect(setId).catch((error: unknown) => notifyFailure(error));
  const [only] = sets;
  const button = (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={addQuestion.isPending}
      leftSection={<IconTargetArrow size={14} aria-hidden />}
      onClick={() => {
        if (sets.length === 0) setNaming(true);
        else if (sets.length === 1 && only) add(only.id);
      }}
    >
      {t('expect')}
    </Button>
  );
  return (
    <>
      {sets.length > 1 ? (
        <Menu>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {sets.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => add(id)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : (
        button
      )}
      <NameDialog
        endpoint={createEvaluationSet}
        params={{ knowledgeBaseId: knowledgeBase.id }}
        {...createdSet}
        title={t('sets.createTitle')}
        placeholder={t('sets.namePlaceholder')}
        opened={naming}
        onClose={() => setNaming(false)}
        onSaved={({ id }) => expect(id)}
      />
    </>
  );
}
