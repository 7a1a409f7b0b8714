import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
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
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { groupNamesQuery } from '@/api/groups/names';
import { typedNumber } from '@/lib/typed-number';
import { feeTexts as texts } from '@/texts/fees';

import classes from './Fees.module.css';
import { type CategoryDraft, newSlug } from './settings';

interface CategoryListProps {
  categories: readonly CategoryDraft[];
  onChange: (categories: CategoryDraft[]) => void;
}

/** The categories in their order, which is dragged or moved by arrows. */
export function CategoryList({ categories, onChange }: CategoryListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const slugs = categories.map(({ slug }) => slug);
  const move = (from: number, to: number) => onChange(arrayMove([...categories], from, to));
  return (
    <>
      <Title order={2}>{texts.categories}</Title>
      <Text c="dimmed">{texts.categoriesHint}</Text>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => {
          if (over) move(slugs.indexOf(String(active.id)), slugs.indexOf(String(over.id)));
        }}
      >
        <SortableContext items={slugs} strategy={verticalListSortingStrategy}>
          <ul className={classes.list} aria-label={texts.categories}>
            {categories.map((category, index) => (
              <CategoryCard
                key={category.slug}
                category={category}
                onChange={(part) =>
                  onChange(
                    categories.map((one) => (one === category ? { ...category, ...part } : one)),
                  )
                }
                onRemove={() => onChange(categories.filter((one) => one !== category))}
                onUp={index > 0 ? () => move(index, index - 1) : undefined}
                onDown={index < categories.length - 1 ? () => move(index, index + 1) : undefined}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
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
  onChange: (part: Partial<CategoryDraft>) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function CategoryCard({ category, onChange, onRemove, onUp, onDown }: CategoryCardProps) {
  const { label } = category;
  const { data: groups = [] } = useQuery(groupNamesQuery);
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({
    id: category.slug,
  });
  return (
    <Card
      component="li"
      ref={setNodeRef}
      className={classes.category}
      style={{ transform: CSS.Transform.toString(transform), transition }}
    >
      <ActionIcon
        variant="subtle"
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={texts.drag(label)}
      >
        <IconGripVertical size={18} aria-hidden />
      </ActionIcon>
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
            onChange={(given) => onChange({ amount: typedNumber(given) })}
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
            <ActionIcon
              variant="subtle"
              aria-label={texts.up(label)}
              disabled={!onUp}
              onClick={onUp}
            >
              <IconArrowUp size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              aria-label={texts.down(label)}
              disabled={!onDown}
              onClick={onDown}
            >
              <IconArrowDown size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={texts.removeCategory(label)}
              onClick={onRemove}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      </div>
    </Card>
  );
}
