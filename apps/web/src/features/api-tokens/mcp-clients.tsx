import { Input, Stack, Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { mcpClients } from './mcp-configurations.ts';

/** How programs that speak MCP are told of this server. Texts: the namespace `company`. */
export function McpClients() {
  const { t } = useTranslation('company');
  const address = `${window.location.origin}/mcp`;
  return (
    <SectionCard title={t('mcp.title')} description={t('mcp.text')}>
      <Stack gap="md">
        <CopyField label={t('mcp.address')} value={address} />
        <Tabs defaultValue="claude-code" keepMounted={false}>
          <Tabs.List mb="md" aria-label={t('mcp.programs')}>
            {mcpClients.map(({ id, program }) => (
              <Tabs.Tab key={id} value={id}>
                {program}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {mcpClients.map(({ id, place, configure }) => (
            <Tabs.Panel key={id} value={id}>
              <Input.Wrapper
                labelElement="div"
                label={place === undefined ? t('mcp.inTerminal') : t('mcp.inFile', { file: place })}
                description={t('mcp.token')}
              >
                <CodeBlock>{configure(address)}</CodeBlock>
              </Input.Wrapper>
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </SectionCard>
  );
}
