export interface StartedTestContainer {
  getHost(): string;
  getMappedPort(port: number): number;
  getNetworkNames(): string[];
  getIpAddress(networkName: string): string;
  stop(): Promise<unknown>;
}
export class WaitStrategy {
  private constructor();
}
export class Wait {
  static forHttp(path: string, port: number, options?: { abortOnContainerExit?: boolean }): WaitStrategy;
}
export class GenericContainer {
  constructor(image: string);
  start(): Promise<StartedTestContainer>;
  withExposedPorts(...ports: number[]): this;
  withWaitStrategy(strategy: WaitStrategy): this;
  withStartupTimeout(milliseconds: number): this;
  withCopyFilesToContainer(files: { source: string; target: string; mode?: number }[]): this;
}
export class AbstractStartedContainer implements StartedTestContainer {
  protected readonly startedTestContainer: StartedTestContainer;
  constructor(startedTestContainer: StartedTestContainer);
  getHost(): string;
  getMappedPort(port: number): number;
  getNetworkNames(): string[];
  getIpAddress(networkName: string): string;
  stop(): Promise<unknown>;
}
