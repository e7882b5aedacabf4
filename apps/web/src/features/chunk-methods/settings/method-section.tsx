import type { ChunkMethodDescription } from '@lectern/contract';
import { Button, Select, Stack, Text } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMethodTexts } from '../../../api/chunk-methods.ts';
import {
  type FieldValues,
  fillDefaults,
  findMissingFields,
  SchemaForm,
} from '../../../ui/form/schema-form.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { MethodGallery } from '../gallery/method-gallery.tsx';
import { MethodPicture } from '../gallery/method-picture.tsx';
import classes from './method-section.module.css';

type MethodSectionProps = {
  methods: readonly ChunkMethodDescription[];
  value: string;
  onMethod: (id: string) => void;
  options: FieldValues;
  onOptions: (options: FieldValues) => void;
  format: string | undefined;
  readOnly: boolean;
};

/** The chunk method with what it does, and its options. */
export function MethodSection(props: MethodSectionProps) {
  const { methods, value, onMethod, options, onOptions, format, readOnly } = props;
  const { t } = useTranslation('knowledge');
  const texts = useMethodTexts();
  const [comparing, setComparing] = useState(false);
  const offered = methods.filter(
    ({ id, accepts }) =>
      format === undefined || accepts.length === 0 || accepts.includes(format) || id === value,
  );
  const method = methods.find(({ id }) => id === value);
  const values = method ? fillDefaults(method.options, options) : {};
  const missing = method ? findMissingFields(method.options, values) : [];
  const { description, use } = texts(value);
  return (
    <Stack gap="md">
      <div className={classes.head}>
        <Select
          flex={1}
          label={t('chunking.method')}
          data={offered.map(({ id }) => ({ value: id, label: texts(id).name }))}
          value={value}
          allowDeselect={false}
          disabled={readOnly}
          onChange={(id) => id && onMethod(id)}
        />
        {!readOnly && (
          <Button
            variant="default"
            leftSection={<IconLayoutGrid size={16} stroke={1.6} aria-hidden />}
            onClick={() => setComparing(true)}
          >
            {t('chunking.compare')}
          </Button>
        )}
      </div>
      <div className={classes.picture}>
        <MethodPicture method={value} />
        <div className={classes.texts}>
          {description && <Text size="sm">{description}</Text>}
          {use && (
            <Text size="sm" c="dimmed">
              <b>{t('chunking.goodFor')}</b> {use}
            </Text>
          )}
          {/* In a tab of its own: what was changed here is not saved yet. */}
          <TextLink to="/guide/chunk-methods" target="_blank" size="sm">
            {t('guide.which')}
          </TextLink>
        </div>
      </div>
      {method && method.options.length > 0 && (
        <SchemaForm
          fields={method.options}
          values={values}
          onChange={onOptions}
          readOnly={readOnly}
          errors={Object.fromEntries(missing.map((name) => [name, t('form.required')]))}
        />
      )}
      <MethodGallery
        opened={comparing}
        onClose={() => setComparing(false)}
        methods={methods}
        value={value}
        onChange={onMethod}
        format={format}
      />
    </Stack>
  );
}
