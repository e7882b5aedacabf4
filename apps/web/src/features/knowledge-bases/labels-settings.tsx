import type { KnowledgeBase, MetadataField } from '@lectern/contract';
import { Box, Divider, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';
import { type DraftRule, FolderRulesEditor } from './folder-rules-editor.tsx';
import { MetadataFieldsEditor } from './metadata-fields-editor.tsx';

export type LabelsForm = {
  values: { metadataFields: MetadataField[]; folderRules: DraftRule[] };
  setValues: (values: { metadataFields?: MetadataField[]; folderRules?: DraftRule[] }) => void;
  errors: Record<string, unknown>;
};

type Props = { knowledgeBase: KnowledgeBase; form: LabelsForm; readOnly: boolean };

/** The metadata fields of a knowledge base, and what documents get by the folder of their file. */
export function LabelsSettings({ knowledgeBase, form, readOnly }: Props) {
  const { t } = useTranslation('labels');
  const mayUseFolders = usePermission('File');
  const { metadataFields, folderRules } = form.values;
  const errorOf = (name: string) => (typeof form.errors[name] === 'string' ? form.errors[name] : undefined);
  return (
    <>
      <section>
        <Heading title={t('editor.title')} hint={t('editor.hint')} />
        <MetadataFieldsEditor
          fields={metadataFields}
          storedKeys={new Set(knowledgeBase.metadataFields.map(({ key }) => key))}
          onChange={(fields) => form.setValues({ metadataFields: fields })}
          readOnly={readOnly}
          error={errorOf('metadataFields')}
        />
      </section>
      {mayUseFolders && !readOnly && (
        <>
          <Divider />
          <section>
            <Heading title={t('rules.title')} hint={t('rules.hint')} />
            <FolderRulesEditor
              knowledgeBaseId={knowledgeBase.id}
              // A rule can use a field once it is saved.
              fields={knowledgeBase.metadataFields}
              rules={folderRules}
              storedRules={knowledgeBase.folderRules}
              onChange={(rules) => form.setValues({ folderRules: rules })}
              error={errorOf('folderRules')}
            />
          </section>
        </>
      )}
    </>
  );
}

function Heading({ title, hint }: { title: string; hint: string }) {
  return (
    <>
      <Title order={2} size="h3" mb={4}>
        {title}
      </Title>
      <Box component="p" mt={0} mx={0} mb={16} c="dimmed" fz="sm">
        {hint}
      </Box>
    </>
  );
}
