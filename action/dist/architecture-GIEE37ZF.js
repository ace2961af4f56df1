import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-ONAK4T4O.js";import"./chunk-6REANS53.js";export{a as architectureOf};
