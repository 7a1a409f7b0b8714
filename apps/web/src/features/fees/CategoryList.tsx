import { arrayMove, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  ActionIcon,
  Button,
  Card,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Text,
  TextInput,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { groupNamesQuery } from '@/api/groups/names';
import { SortableRows } from '@/components/SortableRows';
import { useKeepFocus } from '@/components/use-keep-focus';
import { useFocusAfter } from '@/components/use-return-focus';
import { numberProblem } from '@/lib/typed-number';
import { feeTexts as texts } from '@/texts/fees';

import classes from './Fees.module.css';
import { type CategoryDraft, newSlug } from './settings';

interface CategoryListProps {
  categories: readonly CategoryDraft[];
  /** Whether fields say what is wrong with them. */
  saysProblems: boolean;
  onChange: (categories: CategoryDraft[]) => void;
}

/** The categories in their order, which is dragged or moved by arrows. */
export function CategoryList({ categories, saysProblems, onChange }: CategoryListProps) {
  const [said, setSaid] = useState('');
  const keepFocus = useKeepFocus(categories);
  const slugs = categories.map(({ slug }) => slug);
  const move = (slug: string, to: number) => {
    const from = slugs.indexOf(slug);
    const category = categories[from];
    if (category === undefined || to < 0 || to >= slugs.length) return;
    keepFocus();
    onChange(arrayMove([...categories], from, to));
    setSaid(texts.moved(category.label, to + 1));
  };
  return (
    <>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Title order={2}>{texts.categories}</Title>
      <Text c="dimmed">{texts.categoriesHint}</Text>
      <SortableRows ids={slugs} onMove={move}>
        <ul className={classes.list} aria-label={texts.categories}>
          {categories.map((category, index) => (
            <CategoryCard
              key={category.slug}
              category={category}
              saysProblems={saysProblems}
              onChange={(part) =>
                onChange(
                  categories.map((one) => (one === category ? { ...category, ...part } : one)),
                )
              }
              first={index === 0}
              last={index === slugs.length - 1}
              onRemove={() => {
                onChange(categories.filter((one) => one !== category));
                setSaid(texts.categoryRemoved(category.label));
              }}
              onMove={(by) => move(category.slug, index + by)}
            />
          ))}
        </ul>
      </SortableRows>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            onChange([
              ...categories,
              {
                slug: newSlug(slugs),
                label: texts.newCategory,
                amount: 0,
                youth: false,
                ageClasses: '',
                functions: '',
                teams: [],
              },
            ])
          }
        >
          {texts.addCategory}
        </Button>
      </Group>
    </>
  );
}

interface CategoryCardProps {
  category: CategoryDraft;
  saysProblems: boolean;
  onChange: (part: Partial<CategoryDraft>) => void;
  first: boolean;
  last: boolean;
  onRemove: () => void;
  onMove: (by: number) => void;
}

function CategoryCard(props: CategoryCardProps) {
  const { category, saysProblems, first, last, onChange, onRemove, onMove } = props;
  const id = useId();
  const noteRemoval = useFocusAfter();
  const { label } = category;
  const { data: groups = [] } = useQuery(groupNamesQuery);
  const { listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({
    id: category.slug,
  });
  const arrows = [
    { label: texts.up(label), icon: IconArrowUp, by: -1, end: first },
    { label: texts.down(label), icon: IconArrowDown, by: 1, end: last },
  ];
  return (
    <Card
      component="li"
      ref={setNodeRef}
      className={classes.category}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <span ref={setActivatorNodeRef} className={classes.handle} aria-hidden {...listeners}>
        <IconGripVertical size={18} />
      </span>
      <div>
        <div className={classes.fields}>
          <TextInput
            label={texts.label}
            required
            value={label}
            onChange={({ currentTarget: { value } }) => onChange({ label: value })}
          />
          <NumberInput
            label={texts.amount}
            value={category.amount}
            min={0}
            decimalScale={2}
            decimalSeparator=","
            prefix="€ "
            error={saysProblems && numberProblem(category.amount)}
            onChange={(amount) => onChange({ amount })}
          />
          <TextInput
            className={classes.wide}
            label={texts.ageClasses}
            title={texts.ageClassesHint}
            value={category.ageClasses}
            onChange={({ currentTarget: { value } }) => onChange({ ageClasses: value })}
          />
          <TextInput
            label={texts.functions}
            title={texts.ageClassesHint}
            value={category.functions}
            onChange={({ currentTarget: { value } }) => onChange({ functions: value })}
          />
          <MultiSelect
            label={texts.teams}
            searchable
            value={category.teams.map(String)}
            data={groups
              .filter(({ kind }) => kind === 'teams')
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(chosen) => onChange({ teams: chosen.map(Number) })}
          />
        </div>
        <Group justify="space-between" mt="sm">
          <Checkbox
            label={texts.youth}
            checked={category.youth}
            onChange={({ currentTarget: { checked } }) => onChange({ youth: checked })}
          />
          <Group gap="xs">
            {arrows.map(({ label: its, icon: Arrow, by, end }) => (
              <ActionIcon
                key={by}
                variant="subtle"
                id={`${id}${by}`}
                // Not disabled, or the focus would be gone at the end of the way.
                aria-disabled={end}
                data-disabled={end || undefined}
                aria-label={its}
                onClick={() => onMove(by)}
              >
                <Arrow size={18} aria-hidden />
              </ActionIcon>
            ))}
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={texts.removeCategory(label)}
              onClick={() => {
                noteRemoval();
                onRemove();
              }}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      </div>
    </Card>
  );
}
