import type { Service } from '../../domain/lib/errors.ts';
import type { Budget, PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from './clock.ts';

/** What is known of the usage of each service's plan. */
export interface Budgets {
  get(service: Service): Promise<Budget | undefined>;
  put(budget: Budget): Promise<void>;
}

/** Asks each service of this stack for its own figures. Errors are `UpstreamError`s. */
export type Plans = Readonly<Partial<Record<Service, (limits: CallLimits) => Promise<PlanFigures>>>>;
