import { Group, Text } from '@mantine/core';
import { IconHierarchy3 } from '@tabler/icons-react';

import type { Person } from '@/api/types';
import { AnchorLink } from '@/components/links';
import { personTexts } from '@/texts/person';

import classes from '../Person.module.css';
import { SectionCard } from '../SectionCard';

const texts = personTexts.relations;

export function RelationsCard({ person: { acf } }: { person: Person }) {
  return (
    <SectionCard title={texts.title} icon={IconHierarchy3}>
      {acf.relationships.length === 0 ? (
        <Text c="dimmed">{texts.empty}</Text>
      ) : (
        <ul className={classes.entries}>
          {acf.relationships.map((relation, index) => (
            <Group key={index} component="li" gap="xs">
              <AnchorLink to="/leden/$personId" params={{ personId: relation.related_person }}>
                {texts.person(relation.related_person)}
              </AnchorLink>
              <Text size="sm" c="dimmed">
                {relation.relationship_label || texts.type(relation.relationship_type)}
              </Text>
            </Group>
          ))}
        </ul>
      )}
    </SectionCard>
  );
}
