import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../display/initial-avatar.tsx';

const side = 128;

/** The middle square of a picture at 128 × 128, as a WebP data URL (PNG where a browser writes no WebP). */
async function shrinkPhoto(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const edge = Math.min(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    bitmap,
    (bitmap.width - edge) / 2,
    (bitmap.height - edge) / 2,
    edge,
    edge,
    0,
    0,
    side,
    side,
  );
  bitmap.close();
  return canvas.toDataURL('image/webp', 0.86);
}

/** Chooses a small picture; without one the initial of the name is shown. */
export function PhotoInput({
  value,
  onChange,
  name,
  label,
  square = false,
}: {
  value: string | null;
  onChange: (photo: string | null) => void;
  name: string;
  label: string;
  square?: boolean;
}) {
  const { t } = useTranslation('shell');
  const [failed, setFailed] = useState(false);
  const choose = async (file: File | null) => {
    if (!file) return;
    try {
      onChange(await shrinkPhoto(file));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500} component="span">
        {label}
      </Text>
      <Group gap="md">
        <InitialAvatar name={name} photo={value} size={64} square={square} />
        <Group gap="xs">
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif"
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                leftSection={<IconPhoto size={15} aria-hidden />}
              >
                {t('photo.choose')}
              </Button>
            )}
          </FileButton>
          {value !== null && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<IconTrash size={15} aria-hidden />}
              onClick={() => onChange(null)}
            >
              {t('photo.remove')}
            </Button>
          )}
        </Group>
      </Group>
      {failed && (
        <Text size="xs" c="var(--danger)" role="alert">
          {t('photo.failed')}
        </Text>
      )}
    </Stack>
  );
}
