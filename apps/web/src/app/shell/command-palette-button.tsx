import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../ui/shortcuts.ts';
import classes from './header.module.css';

// It comes with its first use: most visits need none of it.
const Palette = lazy(() => import('./command-palette.tsx').then((module) => ({ default: module.Palette })));

const isMac = /Mac|iPhone|iPad/.test(window.navigator.userAgent);

/** Opens the command palette, as Ctrl+K does wherever one is. */
export function CommandPalette() {
  const { t } = useTranslation('shell');
  const [state, setState] = useState({ used: false, opened: false });
  const open = () => setState({ used: true, opened: true });
  // Also from within a field: that is where one's hands are.
  useShortcut('palette', open);
  return (
    <>
      <UnstyledButton className={classes.search} visibleFrom="lg" onClick={open}>
        <IconSearch size={15} stroke={1.7} aria-hidden />
        <span>{t('palette.button')}</span>
        <Kbd size="xs">{t(isMac ? 'palette.keyMac' : 'palette.key')}</Kbd>
      </UnstyledButton>
      <ActionIcon size={36} hiddenFrom="lg" aria-label={t('palette.button')} onClick={open}>
        <IconSearch size={19} stroke={1.6} />
      </ActionIcon>
      {state.used && (
        <Suspense>
          <Palette opened={state.opened} onClose={() => setState({ used: true, opened: false })} />
        </Suspense>
      )}
    </>
  );
}
