import { IconTargetArrow } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Evaluation } from '../../features/evaluations/evaluation.tsx';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import { SettingsFields } from '../../features/retrieval/settings-fields.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton } from '../../ui/link.tsx';

/** Question sets of a knowledge base, and how well its settings find what they expect. */
export function Screen() {
  const { t } = useTranslation('evaluation');
  const { id, set, run } = useSearch({ from: '/knowledge/evaluation' });
  const navigate = useNavigate();
  return (
    <KnowledgeBaseLayout knowledgeBaseId={id} section="evaluation">
      {(knowledgeBase) => (
        <>
          <PageHeader title={t('title')} description={t('description')} />
          <Evaluation
            key={knowledgeBase.id}
            knowledgeBase={knowledgeBase}
            view={{ set, run }}
            onView={(view) => void navigate({ to: '/knowledge/evaluation', search: { id, ...view } })}
            renderSettings={(settings, onChange) => (
              <SettingsFields knowledgeBaseId={id} settings={settings} onChange={onChange} />
            )}
            linkToTest={(settings) => (
              <LinkButton
                to="/knowledge/testing"
                search={{ id, settings }}
                size="compact-sm"
                variant="default"
                leftSection={<IconTargetArrow size={14} aria-hidden />}
              >
                {t('runs.try')}
              </LinkButton>
            )}
          />
        </>
      )}
    </KnowledgeBaseLayout>
  );
}
