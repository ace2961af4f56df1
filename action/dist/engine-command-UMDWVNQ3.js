import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b,c}from"./chunk-ZNBEV3FZ.js";import"./chunk-7OXKXKQ6.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";export{b as EngineCommand,a as IMAGE_PATIENCE,c as lines};
