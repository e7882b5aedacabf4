import { type AssistantRights, levels, type Member } from '@lectern/contract';
import { Badge, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './member-picker.module.css';

/** So many people are drawn at once; a search finds the others. */
const shownAtOnce = 100;
/** From this many members on, the list has a search field. */
const searchFrom = 6;

type Props = {
  members: readonly Member[];
  rights: AssistantRights;
  value: readonly string[];
  onChange: (accountIds: string[]) => void;
};

/** Chooses members of the company. Those who may anyway are ticked for good. */
export function MemberPicker({ members, rights, value, onChange }: Props) {
  const { t } = useTranslation('company');
  const format = useFormat();
  const [search, setSearch] = useState('');
  // Those who were chosen when the list opened come first; a tick moves nobody while one looks.
  const [first] = useState(() => new Set(value));
  const chosen = new Set(value);
  const wanted = search.trim().toLowerCase();
  const found = members
    .filter(({ username, email }) => `${username} ${email}`.toLowerCase().includes(wanted))
    .sort((one, other) => Number(first.has(other.accountId)) - Number(first.has(one.accountId)));
  const hidden = found.length - shownAtOnce;
  const toggle = (accountId: string) =>
    onChange(chosen.has(accountId) ? value.filter((id) => id !== accountId) : [...value, accountId]);
  return (
    <fieldset className={classes.root}>
      <legend className={classes.legend}>{t('rights.picker')}</legend>
      {members.length > searchFrom && (
        <TextInput
          className={classes.search}
          variant="unstyled"
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          aria-label={t('rights.pickerSearch')}
          placeholder={t('rights.pickerSearch')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.rows} data-many={members.length > searchFrom || undefined}>
        {found.slice(0, shownAtOnce).map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            always={member.level >= levels.COMPANY || member.username === rights.ownerName}
            chosen={chosen.has(member.accountId)}
            onToggle={() => toggle(member.accountId)}
          />
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed" p="md">
            {t('rights.noMember')}
          </Text>
        )}
        {hidden > 0 && (
          <Text size="sm" c="dimmed" p="md">
            {t('rights.more', { number: format.number(hidden) })}
          </Text>
        )}
      </div>
      <Group justify="space-between" className={classes.foot}>
        <Text size="sm" c="dimmed" aria-live="polite">
          {t('rights.selected', { count: value.length, number: format.number(value.length) })}
        </Text>
        {value.length > 0 && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange([])}>
            {t('rights.clear')}
          </Button>
        )}
      </Group>
    </fieldset>
  );
}

type RowProps = { member: Member; always: boolean; chosen: boolean; onToggle: () => void };

function MemberRow({ member, always, chosen, onToggle }: RowProps) {
  const { t } = useTranslation('company');
  const id = useId();
  return (
    <label className={classes.row} htmlFor={id} data-chosen={chosen || undefined}>
      <Checkbox
        id={id}
        aria-label={member.username}
        checked={always || chosen}
        disabled={always}
        onChange={onToggle}
      />
      <InitialAvatar name={member.username} photo={member.photo} size={30} />
      <span className={classes.texts}>
        <LongText fw={550}>{member.username}</LongText>
        <LongText c="dimmed" fz="xs">
          {member.email}
        </LongText>
      </span>
      {always && <Badge color="gray">{t('rights.always')}</Badge>}
    </label>
  );
}
