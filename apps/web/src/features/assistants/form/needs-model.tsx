import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChosenModel } from './use-chosen-model.ts';

/** Says that a setting does nothing with the built-in answerer, where that is what answers. */
export function NeedsModel({ chatModelId }: { chatModelId: string | null }) {
  const { t } = useTranslation('chat');
  const { chosen } = useChosenModel(chatModelId);
  if (!chosen?.builtIn) return null;
  return (
    <Text component="span" display="block" fz="xs" mt={2} fw={600}>
      {t('form.needsModel')}
    </Text>
  );
}
