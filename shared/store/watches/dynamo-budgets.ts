import { budgetSchema } from '../../contracts/stored/stored-budget.ts';
import type { Budgets } from '../../use-cases/ports/usage.ts';
import type { Key, Table } from '../table.ts';

/** The known plan and usage of each service, one item per service. */
export function dynamoBudgets(table: Table): Budgets {
  const keyOf = (service: string): Key => ({ pk: 'BUDGET', sk: service });
  return {
    get: (service) => table.get(keyOf(service), budgetSchema),
    put: (budget) => table.put({ ...keyOf(budget.service), ...budget }),
  };
}
