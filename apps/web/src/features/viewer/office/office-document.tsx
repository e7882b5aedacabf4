import { Loader } from '@mantine/core';
import { IconFileText, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { HtmlDocument } from '../html/html-document.tsx';
import { ToolButton } from '../tool-button.tsx';
import type { ViewerContentProps } from '../viewer-content.ts';
import classes from './office-document.module.css';
import { OfficePages } from './office-pages.tsx';

const askAgainMs = 1_000;

function Notice({ children, waiting }: { children: ReactNode; waiting?: boolean }) {
  return (
    <div className={classes.notice} role="status">
      {waiting ? <Loader size={14} aria-hidden /> : <IconInfoCircle size={16} stroke={1.6} aria-hidden />}
      {children}
    </div>
  );
}

/** An Office file as the pages that were laid out of it; until then, and where that fails, as text. */
export function OfficeDocument(props: ViewerContentProps) {
  const { t } = useTranslation('knowledge');
  const { endpoint, input } = props.original.pdfCopy;
  const [asText, setAsText] = useState(false);
  const { data, error } = useApiQuery(endpoint, input, {
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'preparing' ? askAgainMs : false),
  });
  const state = error ? 'failed' : data?.state;
  if (state === undefined)
    return <Loader size="sm" m="auto" role="status" aria-label={t('viewer.loading')} />;
  const toggle = (
    <ToolButton label={t('viewer.asText')} pressed={asText} onClick={() => setAsText((shown) => !shown)}>
      <IconFileText size={18} stroke={1.6} />
    </ToolButton>
  );
  if (state === 'ready' && !asText) return <OfficePages {...props} tools={toggle} />;
  return (
    <>
      {state === 'preparing' && <Notice waiting>{t('viewer.preparingPages')}</Notice>}
      {state === 'failed' && <Notice>{t('viewer.noPages')}</Notice>}
      {state === 'no_program' && <Notice>{t('viewer.noProgram')}</Notice>}
      <HtmlDocument {...props} tools={state === 'ready' ? toggle : undefined} />
    </>
  );
}
