import { Flex, Slider, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';

type FolderWeightProps = { value: number; onChange: (weight: number) => void; readOnly: boolean };

/** Share of folder, name and title in the score of a chunk. */
export function FolderWeight({ value, onChange, readOnly }: FolderWeightProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const id = useId();
  return (
    <div>
      <Flex justify="space-between" gap={12}>
        <Text size="sm" fw={550} id={id}>
          {t('configuration.folderWeight')}
        </Text>
        <Text size="sm" className="numeric">
          {format.number(value)}
        </Text>
      </Flex>
      <Text size="xs" c="dimmed" mb={8} id={`${id}-hint`}>
        {t('configuration.folderWeightHint')}
      </Text>
      <Slider
        size="sm"
        min={0}
        max={1}
        step={0.05}
        label={null}
        disabled={readOnly}
        value={value}
        onChange={(weight) => onChange(Number(weight.toFixed(2)))}
        thumbProps={{ 'aria-labelledby': id, 'aria-describedby': `${id}-hint` }}
      />
    </div>
  );
}
