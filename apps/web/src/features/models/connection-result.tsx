import type { ResponseOf, testModel } from '@lectern/contract';
import { Alert } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';

export function ConnectionResult({ result }: { result: ResponseOf<typeof testModel> }) {
  const { t } = useTranslation('models');
  const format = useFormat();
  if (!result.ok)
    return (
      <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={t('testFailed')} role="alert">
        {result.message}
      </Alert>
    );
  const took = format.duration(result.tookMs);
  return (
    <Alert color="teal" icon={<IconCircleCheck aria-hidden />} role="status">
      {result.dimensions === null
        ? t('testOk', { took })
        : t('testOkDimensions', { took, dimensions: format.number(result.dimensions) })}
    </Alert>
  );
}
