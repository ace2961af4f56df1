import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-FGMKY3ZN.js";import"./chunk-426D6IKL.js";import"./chunk-MMX2U44Z.js";import"./chunk-6REANS53.js";export{a as RemoteMachine,b as shellWord};
