import { type DocumentLabels, findSameNames, type KnowledgeBase, uploadLimits } from '@lectern/contract';
import { ActionIcon, Button, Group, Menu, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconTags, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import { UploadDialog } from './labels/upload-dialog.tsx';
import { useAddUploads } from './use-uploads.ts';
import { SameNameDialog } from './versions/same-name-dialog.tsx';

type Waiting = { files: readonly File[]; labels: DocumentLabels | undefined; names: string[] };

/** The ways to bring files in: a button, with tags and fields, and the whole window. */
export function useUploadControls(knowledgeBase: KnowledgeBase) {
  const { t } = useTranslation(['knowledge', 'labels']);
  const { add, acceptedExtensions } = useAddUploads(knowledgeBase.id);
  const [parse, setParse] = useLocalStorage({ key: 'parse-on-upload', defaultValue: true });
  const [chosen, setChosen] = useState<readonly File[]>();
  const picker = useRef<HTMLInputElement>(null);
  const asksLabels = useRef(false);
  const pick = (withLabels: boolean) => {
    asksLabels.current = withLabels;
    picker.current?.click();
  };
  const [waiting, setWaiting] = useState<Waiting>();
  /** Files whose names are taken wait for an answer; where that cannot be asked, both are kept. */
  async function upload(files: readonly File[], labels?: DocumentLabels): Promise<void> {
    if (files.length === 0) return;
    const names = JSON.stringify(files.slice(0, uploadLimits.maxFiles).map(({ name }) => name));
    const params = { knowledgeBaseId: knowledgeBase.id };
    const same = await callApi(findSameNames, { params, query: { names } }).catch(() => undefined);
    if (!same || same.items.length === 0) add(files, { parse, labels });
    else setWaiting({ files, labels, names: [...new Set(same.items.map(({ name }) => name))] });
  }
  const take = (files: readonly File[]) =>
    files.length > 0 && asksLabels.current ? setChosen(files) : void upload(files);
  return {
    button: (
      <Group gap={1} wrap="nowrap">
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => pick(false)}
          style={{ borderStartEndRadius: 0, borderEndEndRadius: 0 }}
        >
          {t('upload.button')}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="filled"
              color="teal"
              size={36}
              aria-label={t('labels:upload.more')}
              style={{ borderStartStartRadius: 0, borderEndStartRadius: 0 }}
            >
              <IconChevronDown size={16} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTags size={16} />} onClick={() => pick(true)}>
              {t('labels:upload.withLabels')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    ),
    parseSwitch: (
      <Switch
        size="xs"
        label={t('upload.parseAfter')}
        checked={parse}
        onChange={(event) => setParse(event.currentTarget.checked)}
      />
    ),
    targets: (
      <>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={acceptedExtensions?.map((extension) => `.${extension.replace(/^\./, '')}`).join(',')}
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])]);
            // The same file chosen again must count as a change.
            event.currentTarget.value = '';
          }}
        />
        <DropArea onFiles={(files) => void upload(files)} />
        <UploadDialog
          knowledgeBase={knowledgeBase}
          files={chosen}
          onClose={() => setChosen(undefined)}
          onUpload={(labels) => {
            void upload(chosen ?? [], labels);
            setChosen(undefined);
          }}
        />
        <SameNameDialog
          names={waiting?.names}
          onClose={() => setWaiting(undefined)}
          onChoose={(sameName) => {
            if (waiting) add(waiting.files, { parse, labels: waiting.labels, sameName });
            setWaiting(undefined);
          }}
        />
      </>
    ),
  };
}
