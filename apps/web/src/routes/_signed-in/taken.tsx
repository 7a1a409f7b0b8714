import { createFileRoute, stripSearchParams } from '@tanstack/react-router';

import { todosSearchSchema, usualTodosSearch } from '@/features/todos/route';
import { TodosPage } from '@/features/todos/TodosPage';

export const Route = createFileRoute('/_signed-in/taken')({
  validateSearch: todosSearchSchema,
  search: { middlewares: [stripSearchParams(usualTodosSearch)] },
  component: TodosRoute,
});

function TodosRoute() {
  const { toon } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TodosPage
      status={toon}
      onStatus={(status) => void navigate({ search: { toon: status }, replace: true })}
    />
  );
}
