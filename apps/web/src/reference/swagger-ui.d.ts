/** swagger-ui-dist brings no types; these are the options that main.ts uses. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentType, ReactNode } from 'react';

  type Props = Record<string, unknown>;
  type Component = ComponentType<Props>;
  type Wrap = (
    original: Component,
    /** Swagger UI brings a React of its own; its elements must come from that one. */
    system: { React: Pick<typeof React, 'createElement' | 'Fragment'> },
  ) => (props: Props) => ReactNode;

  export type Plugin = () => { wrapComponents: Record<string, Wrap> };

  interface Options {
    dom_id: string;
    url: string;
    supportedSubmitMethods: readonly string[];
    validatorUrl: string | null;
    defaultModelsExpandDepth: number;
    plugins: readonly Plugin[];
  }
  export default function SwaggerUI(options: Options): void;
}
