import type { Assistant, Widget } from '@lectern/contract';
import { IconMessageCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './widgets.module.css';

type Props = { widgetId: string; appearance: Widget['appearance']; assistant: Assistant };

/** The chat as visitors see it, with what is being set and not saved yet. */
export function WidgetPreview({ widgetId, appearance, assistant: { name: assistantName, opener } }: Props) {
  const { t } = useTranslation('widgets');
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(appearance);
  latest.current = appearance;
  const { position, color, textColor, image, buttonText } = appearance;

  useEffect(() => {
    const send = () =>
      frame.current?.contentWindow?.postMessage(
        {
          lectern: 'look',
          look: {
            ...latest.current,
            title: latest.current.title || assistantName,
            opener: latest.current.opener || opener,
          },
        },
        window.location.origin,
      );
    send();
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (
        source === frame.current?.contentWindow &&
        origin === window.location.origin &&
        data?.lectern === 'ready'
      )
        send();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  });

  const button = (
    <div
      className={classes.previewButton}
      data-side={position.endsWith('left') ? 'left' : 'right'}
      style={{ background: color, color: textColor }}
      aria-hidden
    >
      {image === null ? <IconMessageCircle size={22} stroke={1.8} /> : <img src={image} alt="" />}
      {buttonText}
    </div>
  );
  const isUp = position.startsWith('up');
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      {isUp && button}
      <iframe
        ref={frame}
        className={classes.previewFrame}
        title={t('preview')}
        src={`/chat/iframe?preview=${widgetId}`}
      />
      {!isUp && button}
    </section>
  );
}
