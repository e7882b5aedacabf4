import type { ChunkMethodDescription } from '@lectern/contract';
import { Box, Modal, Radio, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMethodTexts } from '../../../api/chunk-methods.ts';
import classes from './method-gallery.module.css';
import { MethodPicture } from './method-picture.tsx';

type MethodGalleryProps = {
  opened: boolean;
  onClose: () => void;
  methods: readonly ChunkMethodDescription[];
  value: string;
  onChange: (id: string) => void;
  /** Methods that do not take this format cannot be chosen. */
  format: string | undefined;
};

/** All methods side by side, each with a picture of what it does. */
export function MethodGallery({ opened, onClose, methods, value, onChange, format }: MethodGalleryProps) {
  const { t } = useTranslation('knowledge');
  const texts = useMethodTexts();
  const narrow = useMediaQuery('(max-width: 48em)');
  const prefix = useId();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('chunking.compareTitle')}
      size="min(1120px, 94vw)"
      fullScreen={narrow}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('chunking.compareHint')}
      </Text>
      <Radio.Group
        aria-label={t('chunking.compareTitle')}
        value={value}
        onChange={(id) => {
          onChange(id);
          onClose();
        }}
      >
        <div className={classes.grid}>
          {methods.map((method) => {
            const fits =
              format === undefined || method.accepts.length === 0 || method.accepts.includes(format);
            const { name, description, use } = texts(method.id);
            return (
              <Radio.Card
                key={method.id}
                value={method.id}
                disabled={!fits}
                className={classes.card}
                aria-labelledby={`${prefix}-${method.id}`}
                aria-describedby={`${prefix}-${method.id}-text`}
                // A click on the one that is chosen already is a choice too.
                onClick={() => fits && method.id === value && onClose()}
              >
                <MethodPicture method={method.id} />
                <Box component="span" mt={8} fw={600} id={`${prefix}-${method.id}`}>
                  {name}
                </Box>
                <span className={classes.texts} id={`${prefix}-${method.id}-text`}>
                  {description && <span>{description}</span>}
                  {use && (
                    <span>
                      <b>{t('chunking.goodFor')}</b> {use}
                    </span>
                  )}
                  <span className="break-anywhere">
                    {!fits
                      ? t('chunking.notThisFormat')
                      : method.accepts.length === 0
                        ? t('chunking.formatsAll')
                        : t('chunking.formats', { formats: method.accepts.join(', ').toUpperCase() })}
                  </span>
                </span>
              </Radio.Card>
            );
          })}
        </div>
      </Radio.Group>
    </Modal>
  );
}
