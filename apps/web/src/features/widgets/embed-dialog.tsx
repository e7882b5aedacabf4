import type { Widget } from '@lectern/contract';
import { Alert, Anchor, Input, Modal, Stack, Tabs, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { frameSnippet, linkOf, policySnippet, scriptSnippet } from './snippets.ts';

type Props = { widget: Widget; opened: boolean; onClose: () => void };

/** What is copied into a website. */
export function EmbedDialog({ widget, opened, onClose }: Props) {
  const { t } = useTranslation('widgets');
  const { origin } = window.location;
  const link = linkOf(origin, widget);
  return (
    <Modal opened={opened} onClose={onClose} size={640} title={t('embed.title')}>
      <Stack gap="md">
        {widget.sites.length === 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('embed.noSites')}
          </Alert>
        )}
        <Tabs defaultValue="script" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="script">{t('embed.script')}</Tabs.Tab>
            <Tabs.Tab value="frame">{t('embed.frame')}</Tabs.Tab>
            <Tabs.Tab value="link">{t('embed.link')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="script">
            <Text mb="xs">{t('embed.scriptText')}</Text>
            <CodeBlock>{scriptSnippet(origin, widget)}</CodeBlock>
            <Input.Wrapper
              mt="md"
              label={t('embed.policy')}
              description={t('embed.policyText')}
              labelElement="div"
            >
              <CodeBlock>{policySnippet(origin)}</CodeBlock>
            </Input.Wrapper>
          </Tabs.Panel>
          <Tabs.Panel value="frame">
            <Text mb="xs">{t('embed.frameText')}</Text>
            <CodeBlock>{frameSnippet(origin, widget)}</CodeBlock>
          </Tabs.Panel>
          <Tabs.Panel value="link">
            <Text mb="xs">{t(widget.linkEnabled ? 'embed.linkText' : 'embed.linkOff')}</Text>
            {widget.linkEnabled && (
              <>
                <CopyField label={t('embed.link')} value={link} />
                <Anchor href={link} target="_blank" rel="noopener" size="sm" mt="xs" display="inline-block">
                  {t('embed.open')}
                </Anchor>
              </>
            )}
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Modal>
  );
}
