import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-4TXLAMY6.js";import"./chunk-6VLYQYI6.js";export{a as scenario};
