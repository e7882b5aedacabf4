import { errorRules, type FlowComponentDescription, type FlowNode } from '@lectern/contract';
import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconPlayerPlay,
  IconPointFilled,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FlowForm } from '../fields/flow-form.tsx';
import { ComponentIcon } from './component-icon.tsx';
import classes from './flow-editor.module.css';
import { outputsOf } from './graph-edits.ts';

type Props = {
  node: FlowNode;
  component: FlowComponentDescription | undefined;
  problems: string[];
  /** What is wrong with an option, by its place. */
  optionErrors: Record<string, string>;
  hasBreakpoint: boolean;
  onBreakpoint: (() => void) | undefined;
  /** Runs the node alone. */
  onRun: (() => void) | undefined;
  onConnect: (() => void) | undefined;
  onChange: (changes: Partial<FlowNode>) => void;
  /** Back to the canvas. */
  onLeave: () => void;
  onClose: () => void;
};

/** Everything that a node is set to. */
export function NodePanel(props: Props) {
  const { node, component, problems, optionErrors, onChange, onLeave, onClose } = props;
  const { t } = useTranslation(['flows', 'shell']);
  return (
    <Stack
      gap="md"
      p="md"
      onKeyDown={(event) => {
        // What is open within a field closes first.
        const isOpen = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
        if (event.key === 'Escape' && !isOpen && !event.defaultPrevented) onLeave();
      }}
    >
      <Group gap={10} wrap="nowrap" align="flex-start">
        {component && (
          <Box c="dimmed" pt={2}>
            <ComponentIcon path={component.icon} size={20} />
          </Box>
        )}
        <Box flex={1} miw={0}>
          <Text component="h2" fw={620} m={0}>
            {component?.name ?? node.component}
          </Text>
          <Text size="xs" c="dimmed">
            {component?.description ?? t('panel.unknown')}
          </Text>
        </Box>
        <ActionIcon aria-label={t('shell:actions.close')} onClick={onClose}>
          <IconX size={17} />
        </ActionIcon>
      </Group>
      {component?.needs && (
        <Text size="xs" c="dimmed">
          {component.needs}
        </Text>
      )}
      {problems.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle size={17} />} p="xs">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      <NodeActions {...props} />
      <TextInput
        data-node-name
        label={t('panel.name')}
        value={node.name}
        maxLength={120}
        error={node.name.trim() === '' ? t('panel.nameRequired') : undefined}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {component && (
        <FlowForm
          fields={component.options}
          values={node.options}
          errors={optionErrors}
          onChange={(options) => onChange({ options })}
        />
      )}
      {component && !component.isNote && !component.holdsNodes && component.hasInput && (
        <Faults node={node} onChange={onChange} />
      )}
      {component && <Outputs node={node} component={component} />}
    </Stack>
  );
}

/** What can be done with the node besides setting it. */
function NodeActions({ hasBreakpoint, onBreakpoint, onRun, onConnect }: Props) {
  const { t } = useTranslation('flows');
  return (
    <Group gap={6}>
      {onRun && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={onRun}
        >
          {t('nodeRun.button')}
        </Button>
      )}
      {onConnect && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowRight size={14} aria-hidden />}
          onClick={onConnect}
        >
          {t('connect.button')}
        </Button>
      )}
      {onBreakpoint && (
        <Button
          size="compact-xs"
          variant={hasBreakpoint ? 'light' : 'default'}
          {...(hasBreakpoint ? { color: 'red' } : {})}
          aria-pressed={hasBreakpoint}
          leftSection={<IconPointFilled size={14} aria-hidden />}
          onClick={onBreakpoint}
        >
          {t('panel.breakpoint')}
        </Button>
      )}
    </Group>
  );
}

/** What happens when the step fails. */
function Faults({ node, onChange }: Pick<Props, 'node' | 'onChange'>) {
  const { t } = useTranslation('flows');
  return (
    <Box component="details" className={classes.details}>
      <summary>{t('panel.faults')}</summary>
      <Stack gap="sm" pt="sm">
        <Select
          label={t('panel.onError')}
          data={errorRules.map((rule) => ({ value: rule, label: t(`panel.errorRules.${rule}`) }))}
          allowDeselect={false}
          value={node.onError}
          onChange={(rule) => rule && onChange({ onError: rule as FlowNode['onError'] })}
        />
        {node.onError === 'continue' && (
          <Textarea
            label={t('panel.fallback')}
            autosize
            minRows={2}
            value={node.fallback}
            onChange={(event) => onChange({ fallback: event.currentTarget.value })}
          />
        )}
        <Group grow align="flex-end">
          <NumberInput
            label={t('panel.retries')}
            min={0}
            max={5}
            value={node.retries}
            onChange={(value) => onChange({ retries: Number(value) || 0 })}
          />
          <NumberInput
            label={t('panel.retryDelay')}
            min={0}
            max={60}
            value={node.retryDelaySeconds}
            onChange={(value) => onChange({ retryDelaySeconds: Number(value) || 0 })}
          />
        </Group>
        <NumberInput
          label={t('panel.timeout')}
          min={1}
          max={600}
          value={node.timeoutSeconds}
          onChange={(value) => onChange({ timeoutSeconds: Number(value) || 120 })}
        />
      </Stack>
    </Box>
  );
}

function Outputs({ node, component }: { node: FlowNode; component: FlowComponentDescription }) {
  const { t } = useTranslation('flows');
  const outputs = outputsOf(component, node);
  if (outputs.length === 0) return null;
  return (
    <Box component="section">
      <Text component="h3" size="sm" fw={600} m={0} mb={4}>
        {t('panel.outputs')}
      </Text>
      {outputs.map(({ name, description }) => (
        <Text key={name} size="xs" c="dimmed">
          <code>{name}</code> – {description}
        </Text>
      ))}
    </Box>
  );
}
