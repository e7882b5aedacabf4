import { List, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';

export type SameNameChoice = 'replace' | 'keep_both';

type Props = {
  /** Names of documents that are there; undefined: closed. */
  names: readonly string[] | undefined;
  onClose: () => void;
  onChoose: (choice: SameNameChoice) => void;
};

/** Asks what becomes of files that have the name of a document. */
export function SameNameDialog({ names, onClose, onChoose }: Props) {
  const { t } = useTranslation('labels');
  return (
    <Modal opened={names !== undefined} onClose={onClose} title={t('upload.question')}>
      {names && <Choice names={names} onClose={onClose} onChoose={onChoose} />}
    </Modal>
  );
}

const shown = 5;

function Choice({ names, onClose, onChoose }: Props & { names: readonly string[] }) {
  const { t } = useTranslation('labels');
  const [choice, setChoice] = useState<SameNameChoice>('replace');
  const more = names.length - shown;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(choice);
      }}
    >
      <Stack gap="md">
        <div>
          <Text size="sm">{t('upload.sameName', { count: names.length })}</Text>
          <List size="sm" mt={4}>
            {names.slice(0, shown).map((name) => (
              <List.Item key={name} className="break-anywhere">
                {name}
              </List.Item>
            ))}
            {more > 0 && <List.Item>{t('upload.andMore', { count: more })}</List.Item>}
          </List>
        </div>
        <Radio.Group
          value={choice}
          onChange={(value) => setChoice(value as SameNameChoice)}
          aria-label={t('upload.question')}
        >
          <Stack gap="sm">
            <Radio
              value="replace"
              label={t('upload.replace')}
              description={t('upload.replaceText')}
              data-autofocus
            />
            <Radio value="keep_both" label={t('upload.keepBoth')} description={t('upload.keepBothText')} />
          </Stack>
        </Radio.Group>
        <DialogActions label={t('upload.submit')} onCancel={onClose} />
      </Stack>
    </form>
  );
}
