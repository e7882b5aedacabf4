import { Badge, Group, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The first tags of a document, and how many more it has. */
export function TagList({ tags, most = 3 }: { tags: readonly string[]; most?: number }) {
  const { t } = useTranslation('labels');
  if (tags.length === 0) return null;
  const rest = tags.slice(most);
  return (
    <Group component="span" gap={4}>
      {tags.slice(0, most).map((tag) => (
        <Badge key={tag} component="span" size="sm" variant="light" color="gray" tt="none" maw={160}>
          {tag}
        </Badge>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.join(', ')} multiline maw={320}>
          <Badge component="span" size="sm" variant="light" color="gray">
            {t('tags.more', { count: rest.length })}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}
