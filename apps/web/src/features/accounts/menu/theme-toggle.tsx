import { updateMe } from '@lectern/contract';
import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMaybeMe } from '../../../api/me.ts';
import { maySaveLooks, useUpdateMe } from '../use-update-me.ts';

/** Changes between light and dark, for the account too where someone is signed in. */
export function ThemeToggle() {
  const { t } = useTranslation('shell');
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const me = useMaybeMe();
  const save = useUpdateMe(updateMe, { handlesError: true });
  const next = scheme === 'dark' ? 'light' : 'dark';
  const label = t(next === 'dark' ? 'header.toDark' : 'header.toLight');
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={36}
        aria-label={label}
        onClick={() => {
          setColorScheme(next);
          if (me && maySaveLooks(me)) save.mutate({ body: { colorScheme: next } });
        }}
      >
        {next === 'dark' ? <IconMoon size={19} stroke={1.6} /> : <IconSun size={19} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
