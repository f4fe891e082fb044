// Written by npm run api-types from the OpenAPI document of the service; not to be edited.
export {};
//# sourceMappingURL=types.gen.js.map