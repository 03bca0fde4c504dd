// What the engine says about a request that it could not do. It is still usable.
export class EngineError extends Error {}
