import { Box, Skeleton } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '../../../api/use-file-url.ts';
import { HtmlDocument } from '../html/html-document.tsx';
import { passageKey } from '../passage.ts';
import type { ViewerContentProps } from '../viewer-content.ts';
import classes from './audio-document.module.css';

/** Seconds at which something that was said begins and ends. */
function readTime(element: HTMLElement): { start: number; end: number } {
  const start = Number(element.dataset.time);
  return { start, end: Number(element.dataset.timeEnd ?? start) };
}

/** `1:42`, or `1:02:05` from an hour on. */
function writeClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** A recording over the words that were said: either leads to the other. */
export function AudioDocument(props: ViewerContentProps) {
  const { original, passage, onPick } = props;
  const { t } = useTranslation('knowledge');
  const { url, error } = useFileUrl(original.bytes.endpoint, original.bytes.input);
  const player = useRef<HTMLAudioElement>(null);
  const [paper, setPaper] = useState<HTMLElement>();
  const key = passageKey(passage);

  const seek = useCallback((seconds: number) => {
    const audio = player.current;
    if (!audio || !Number.isFinite(seconds)) return;
    // Before its length is known a player forgets the place it was sent to.
    if (audio.readyState > 0) audio.currentTime = seconds;
    else audio.addEventListener('loadedmetadata', () => (audio.currentTime = seconds), { once: true });
  }, []);

  // Next to the words, and not among them: a passage is found by its letters.
  useEffect(() => {
    for (const element of paper?.querySelectorAll<HTMLElement>('[data-time]') ?? [])
      element.dataset.clock = writeClock(readTime(element).start);
  }, [paper]);

  // The player is set to the start of the passage and waits to be started.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  useEffect(() => {
    if (!paper || url === undefined || !passage) return;
    const marked = paper.querySelector<HTMLElement>(
      '.passage-block[data-time], [data-time]:has(.passage, .quote)',
    );
    if (marked) seek(readTime(marked).start);
  }, [paper, url, key, seek]);

  const follow = useCallback(() => {
    const now = player.current?.currentTime ?? 0;
    for (const element of paper?.querySelectorAll<HTMLElement>('[data-time]') ?? []) {
      const { start, end } = readTime(element);
      element.toggleAttribute('data-speaking', now >= start && now < end);
    }
  }, [paper]);

  function playFrom(element: HTMLElement): void {
    const said = element.closest<HTMLElement>('[data-time]');
    if (!said) return;
    seek(readTime(said).start);
    void player.current?.play().catch(() => undefined);
  }

  return (
    <>
      <div className={classes.player}>
        {error ? (
          <Box component="p" m={0} py={8} px={4} c="var(--danger)" fz="sm" role="alert">
            {t('viewer.recordingFailed')}
          </Box>
        ) : url === undefined ? (
          <Skeleton h={40} radius="xl" />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: the transcript is below, sentence by sentence.
          <audio
            ref={player}
            src={url}
            controls
            preload="metadata"
            className={classes.audio}
            aria-label={t('viewer.recording')}
            onTimeUpdate={follow}
          />
        )}
      </div>
      <HtmlDocument {...props} onPick={onPick} onPaper={setPaper} onBlock={playFrom} />
    </>
  );
}
