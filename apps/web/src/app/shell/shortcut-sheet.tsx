import { Group, Kbd, Modal, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ShortcutArea, shortcuts, useShortcut } from '../../ui/shortcuts.ts';

const isMac = /Mac|iPhone|iPad/.test(window.navigator.userAgent);

/** All shortcuts, as `?` shows them. */
export function ShortcutSheet() {
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState(false);
  useShortcut('sheet', () => setOpened(true));
  const nameOf = (key: string) => {
    if (key === 'mod') return isMac ? '⌘' : 'Ctrl';
    return key === 'alt' && isMac ? '⌥' : key === 'alt' ? 'Alt' : key;
  };
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title={t('shortcuts.title')} size={520}>
      <Stack gap="lg">
        {(Object.keys(shortcuts) as ShortcutArea[]).map((area) => (
          <section key={area} aria-label={t(`shortcuts.${area}.title`)}>
            <Title order={3} fz="sm" mb={6}>
              {t(`shortcuts.${area}.title`)}
            </Title>
            <Stack component="ul" className="plain-list" gap={6} m={0} p={0}>
              {Object.entries<readonly string[]>(shortcuts[area]).map(([name, keys]) => (
                <Group component="li" key={name} justify="space-between" wrap="nowrap">
                  <span>{t(`shortcuts.${area}.${name}` as 'shortcuts.everywhere.palette')}</span>
                  <Group component="span" gap={4} wrap="nowrap">
                    {keys.map((key) => (
                      <Kbd key={key}>{nameOf(key)}</Kbd>
                    ))}
                  </Group>
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
