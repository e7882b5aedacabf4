import { ActionIcon, Group, NumberInput, Text, Tooltip } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconExternalLink,
  IconFocusCentered,
  IconLayoutSidebar,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { FindBar } from './find/find-bar.tsx';
import type { FindControls } from './find/use-find.ts';
import { useFindKey } from './find/use-find-key.ts';
import { stepZoom, type Zoom } from './pdf/zoom.ts';
import { ToolButton } from './tool-button.tsx';
import classes from './viewer-toolbar.module.css';

type PageFieldProps = { page: number; pageCount: number; onPage: (page: number) => void };

function PageField({ page, pageCount, onPage }: PageFieldProps) {
  const { t } = useTranslation('knowledge');
  const [draft, setDraft] = useState<number | string>(page);
  useEffect(() => setDraft(page), [page]);
  function go(): void {
    const wanted = Math.round(Number(draft));
    if (wanted >= 1 && wanted <= pageCount && wanted !== page) onPage(wanted);
    else setDraft(page);
  }
  return (
    <Group gap={6} wrap="nowrap">
      <Group gap={2} wrap="nowrap" className={classes.turn}>
        <ToolButton label={t('viewer.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronUp size={18} stroke={1.6} />
        </ToolButton>
        <ToolButton
          label={t('viewer.nextPage')}
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        >
          <IconChevronDown size={18} stroke={1.6} />
        </ToolButton>
      </Group>
      <NumberInput
        size="xs"
        w={52}
        hideControls
        min={1}
        max={pageCount}
        value={draft}
        onChange={setDraft}
        onBlur={go}
        onKeyDown={(event) => event.key === 'Enter' && go()}
        aria-label={t('viewer.pageNumber')}
        classNames={{ input: classes.pageInput }}
      />
      <Text size="xs" c="dimmed" className="nowrap numeric">
        {t('viewer.ofPages', { count: pageCount })}
      </Text>
    </Group>
  );
}

type ViewerToolbarProps = {
  page?: number;
  pageCount?: number;
  onPage?: (page: number) => void;
  thumbnails?: { open: boolean; onToggle: () => void } | undefined;
  find?: FindControls;
  zoom?: number;
  fitsWidth?: boolean;
  onZoom?: (zoom: Zoom) => void;
  /** Back to the highlighted passage; undefined when there is none. */
  onPassage: (() => void) | undefined;
  onDownload: () => void;
  /** The page that the document was imported from. */
  sourceUrl: string | null;
  /** Further tools. */
  tools?: ReactNode;
};

export function ViewerToolbar(props: ViewerToolbarProps) {
  const { page, pageCount, onPage, thumbnails, find, zoom, fitsWidth, onZoom } = props;
  const { onPassage, onDownload, sourceUrl, tools } = props;
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const bar = useRef<HTMLDivElement>(null);
  useFindKey(bar, find?.show);
  return (
    <>
      <div ref={bar} className={classes.toolbar} role="toolbar" aria-label={t('viewer.tools')}>
        {thumbnails && (
          <ToolButton label={t('viewer.thumbnails')} pressed={thumbnails.open} onClick={thumbnails.onToggle}>
            <IconLayoutSidebar size={18} stroke={1.6} />
          </ToolButton>
        )}
        {page !== undefined && pageCount !== undefined && onPage && (
          <PageField page={page} pageCount={pageCount} onPage={onPage} />
        )}
        {zoom !== undefined && onZoom && (
          <Group gap={2} wrap="nowrap">
            <ToolButton label={t('viewer.zoomOut')} onClick={() => onZoom(stepZoom(zoom, -1))}>
              <IconZoomOut size={18} stroke={1.6} />
            </ToolButton>
            <Text size="xs" c="dimmed" className={classes.zoom} aria-live="polite">
              {format.percent(Math.round(zoom * 100) / 100)}
            </Text>
            <ToolButton label={t('viewer.zoomIn')} onClick={() => onZoom(stepZoom(zoom, 1))}>
              <IconZoomIn size={18} stroke={1.6} />
            </ToolButton>
            <ToolButton label={t('viewer.fitWidth')} pressed={fitsWidth} onClick={() => onZoom('fit')}>
              <IconArrowAutofitWidth size={18} stroke={1.6} />
            </ToolButton>
          </Group>
        )}
        <Group gap={2} wrap="nowrap" ml="auto">
          {tools}
          {find && (
            <ToolButton
              label={t('viewer.find.label')}
              pressed={find.open}
              onClick={find.open ? find.hide : find.show}
            >
              <IconSearch size={18} stroke={1.6} />
            </ToolButton>
          )}
          {onPassage && (
            <ToolButton label={t('viewer.toPassage')} onClick={onPassage}>
              <IconFocusCentered size={18} stroke={1.6} />
            </ToolButton>
          )}
          {sourceUrl !== null && (
            <Tooltip label={sourceUrl} openDelay={400}>
              <ActionIcon
                component="a"
                href={sourceUrl}
                target="_blank"
                rel="noopener noreferrer nofollow"
                variant="subtle"
                color="gray"
                aria-label={t('viewer.openSource')}
              >
                <IconExternalLink size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
          <ToolButton label={t('viewer.download')} onClick={onDownload}>
            <IconDownload size={18} stroke={1.6} />
          </ToolButton>
        </Group>
      </div>
      {find?.open && <FindBar find={find} />}
    </>
  );
}
