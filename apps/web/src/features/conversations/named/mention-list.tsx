import { useTranslation } from 'react-i18next';
import { FormatIcon } from '../../../ui/display/format-icon.tsx';
import classes from './named.module.css';
import type { MentionList as Mention } from './use-mention.ts';

/** The documents that can be named; the field keeps the focus. */
export function MentionList({ mention }: { mention: Mention }) {
  const { t } = useTranslation('chat');
  if (!mention.isOpen) return null;
  if (mention.options.length === 0)
    return (
      <div className={classes.list} role="status">
        <span className={classes.base}>{t('named.none')}</span>
      </div>
    );
  return (
    <div className={classes.list} role="listbox" id={mention.id} aria-label={t('named.list')}>
      {mention.options.map((document, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field.
        <div
          key={document.id}
          id={`${mention.id}-${place}`}
          role="option"
          aria-selected={place === mention.current}
          className={classes.option}
          // Before the field loses the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => mention.choose(document)}
        >
          <FormatIcon format={document.format} />
          <span className={classes.text}>
            <span className={classes.name}>{document.name}</span>
            <span className={classes.base}>{document.knowledgeBaseName}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
